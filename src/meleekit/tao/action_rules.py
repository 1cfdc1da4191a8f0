"""By which rule each kind of action may be done: what a table names beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from meleekit.tao import actions as do

RULES: Mapping[type, str] = MappingProxyType(
    {
        do.Take: "TAO-INIT-03",
        do.Step: "TAO-MOV-01",
        do.Leave: "TAO-END-01",
        do.Draw: "TAO-AP-02",
        do.PickUp: "TAO-AP-02",
        do.Drop: "TAO-AP-02",
        do.Attack: "TAO-ATT-01",
        do.Overbear: "TAO-OVB-01",
        do.Charge: "TAO-CHG-01",
        do.Grab: "TAO-GRAP-01",
        do.Blow: "TAO-GRAP-05",
        do.BreakOut: "TAO-GRAP-05",
        do.EndTurn: "TAO-TURN-01",
        do.FallTo: "TAO-STUN-05",
        do.LetCome: "TAO-CHG-03",
        do.StrikeFirst: "TAO-CHG-03",
        do.PutIn: "TAO-GRAP-03",
    }
)
