"""The policies, one a file: who answers when a rule asks a seat (``choices``).

``uniform`` is the random policy. The others read ``knowledge`` and what their seat may see, and are asked by ``players``, which knows
who plays which seat.
"""
