"""The rules engine: game-blind. A game is a header plus a list of answers, and any prefix of it is a position.

``table`` holds the state, ``agenda`` what is still to happen, ``ask`` the open decision, ``event`` the one road
by which anything happens, ``stats`` derived values, ``effects`` the effect language, ``stack`` responses,
``chance`` the dice, ``view`` who may see what, ``log`` the record, ``clock`` the arithmetic of time,
``scenario`` positions as files, ``playthrough`` the public surface of all of it.
"""
