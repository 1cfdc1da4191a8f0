"""meleekit: play, referee and analyse tabletop melee combat.

`meleekit.core` is what every game is played on; each rule system is a package beside it
(`meleekit.tft` is *Melee* of 1977), and `meleekit.systems` lists them. Nothing is imported here,
so that a script that needs one system pays for no other.
"""

__version__ = "0.1.0"
