"""Plans and their items: each write is one short, synced transaction under the store's lock.

Commands and the window may create a plan, append to a queue and delete. Only the plan's conductor (``recording.conductor``), which holds
the lock on the plan's folder, writes the states of the plan and its items, except that others may skip an item that still waits. A
damaged row affects only its own plan.
"""

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, delete, exc, func, insert, select, update

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState, counts_of
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.checksums import verify, with_checksum
from gpuscope.storage.errors import DamageError
from gpuscope.storage.records import LONGEST_ID, clean, compact_json
from gpuscope.storage.schema import PLAN_ITEMS, PLANS, AnyRow, inserted_key
from gpuscope.storage.sqlite_reading import SqliteReading
from gpuscope.storage.sqlite_writing import SqliteWriting

_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, UsageError, DamageError)
_NO_START = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
_NEWEST_FIRST = (PLANS.c.created_at.desc(), PLANS.c.id.desc())
_FEW = 200
"""Maximum number of changed items that are read by their numbers: SQLite limits the length of a query."""
_NO_SUM = "?"
"""Stands for the checksum of an item written before revision 2, whose changes cannot be detected."""
_CANDIDATES = 5
"""Number of ids listed in the message for an ambiguous prefix: enough to be useful, and they fit on one line."""
PREFIX = "p"
"""Prefix of plan ids, but not of run ids, so that one command can handle both."""
_PLAN_ID = re.compile(f"{PREFIX}[0-9a-f]{{1,12}}")


def new_plan_id() -> str:
    """Generate a random plan id."""
    return PREFIX + os.urandom(6).hex()


def is_plan_id(named: str) -> bool:
    """Return whether a string has the form of a plan id or of a prefix of one, whether or not such a plan exists."""
    return _PLAN_ID.fullmatch(named) is not None


class PlanReader:
    """Read-only access to the plans of a store; a store that does not exist has none. Also a context manager.

    The plan read last is kept: read again, it costs only the items that have changed.

    Raises:
        UnavailableError: The store cannot be read.
    """

    def __init__(self, url: str) -> None:
        self._store = SqliteReading(url)
        self.url = url
        self._last: tuple[tuple[object, ...], str, Plan] | None = None
        """Row, checksums of the items, and content of the plan read last."""

    def plans(self, kind: PlanKind | None = None, *, limit: int | None = None) -> list[Plan]:
        """Return the plans, or those of one kind, newest first, with ``counts`` of their items' states but without the items."""
        with self._store.transaction() as connection:
            if connection is None:
                return []
            query = select(PLANS) if kind is None else select(PLANS).where(PLANS.c.kind == kind)
            rows = connection.execute(query.order_by(*_NEWEST_FIRST).limit(limit)).all()
            counts = _counts(connection, [row.id for row in rows])
        plans = [replace(_plan_of(row), counts=counts.get(row.id, {})) for row in rows]
        return [plan for plan in plans if kind in (None, plan.kind)]  # a damaged row claims a kind that it need not have

    def plan(self, id_or_prefix: str) -> Plan:
        """Return a plan with its items, by its id, a prefix of it, or "last" for the newest.

        Raises:
            UsageError: No plan matches, or more than one does (lists the candidates).
        """
        with self._store.transaction() as connection:
            row = None if connection is None else _find(connection, id_or_prefix)
            if connection is None or row is None:
                raise no_plan(id_or_prefix)
            sums = _checksums(connection, row)
            if self._last is None or self._last[:2] != (tuple(row), sums) or _NO_SUM in sums:
                self._last = tuple(row), sums, _whole(connection, row, self._unchanged(row, sums), sums.count(",") + 1)
            return self._last[2]

    def _unchanged(self, row: AnyRow, sums: str) -> dict[int, PlanItem]:
        """Return the items that have not changed since they were last read, by number; empty if the plan is to be read in full."""
        if self._last is None or self._last[2].plan_id != row.plan_id or self._last[2].state is PlanState.DAMAGED:
            return {}
        _, before, plan = self._last
        triples = enumerate(zip(sums.split(","), before.split(","), plan.items, strict=False))
        same = {number: item for number, (now, old, item) in triples if now == old != _NO_SUM}
        return same if sums.count(",") + 1 - len(same) <= _FEW else {}

    def close(self) -> None:
        """Close the store; do nothing the second time."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class PlanWriter:
    """Writes plans. Creates the store if it does not exist. Reuse one instance for frequent writes: the constructor checks the store.

    Raises:
        UnavailableError: The store cannot be written here.
    """

    def __init__(self, url: str) -> None:
        self._store = SqliteWriting(url)
        self._store.prepare()

    def create(self, kind: PlanKind, name: str, options: Mapping[str, Any], items: Sequence[PlanItem]) -> str:
        """Store a new plan in the state "waiting", and return its id.

        Raises:
            StoreWriteError: It was not stored (applies to the methods below as well).
        """
        plan = Plan(new_plan_id(), kind, name, datetime.now(UTC), options, tuple(items))
        with self._store.transaction(synced=True) as connection:
            _insert_plan(connection, plan)
        return plan.plan_id

    def update(self, plan: Plan, items: Iterable[PlanItem] = (), *, synced: bool = True) -> None:
        """Store a plan's state, reason, options, host and boot id, and the given items; all or nothing.

        Args:
            plan: The plan's current state.
            items: Its changed or new items.
            synced: Whether the write survives a power cut; otherwise only the death of any process, until the store's next synced write.

        Raises:
            UsageError: The plan no longer exists.
        """
        with self._of_plan(plan.plan_id, synced=synced) as (connection, row):
            _update_plan(connection, row, plan)
            _put_items(connection, row.id, items)

    def finish(self, plan: Plan) -> bool:
        """Store a plan's end, unless waiting items were appended in the meantime; return whether it was stored.

        Raises:
            UsageError: The plan no longer exists.
        """
        with self._of_plan(plan.plan_id) as (connection, row):
            waiting = (PLAN_ITEMS.c.plan == row.id) & (PLAN_ITEMS.c.state == ItemState.WAITING.value)
            if connection.scalar(select(func.count()).where(waiting)):
                return False
            _update_plan(connection, row, plan)
            return True

    def append(self, plan_id: str, items: Sequence[PlanItem]) -> bool:
        """Append items, renumbered, to a plan unless it has ended; return whether they were appended.

        Raises:
            UsageError: The plan no longer exists.
        """
        with self._of_plan(plan_id) as (connection, row):
            if row.state not in (PlanState.WAITING.value, PlanState.RUNNING.value):
                return False
            count = connection.scalar(select(func.count()).where(PLAN_ITEMS.c.plan == row.id)) or 0
            _put_items(connection, row.id, [replace(item, number=count + index) for index, item in enumerate(items)])
            return True

    def skip(self, plan_id: str, number: int, reason: str) -> bool:
        """Mark an item as skipped unless it has begun or is settled; return whether it was marked.

        Raises:
            UsageError: The plan no longer exists.
        """
        with self._of_plan(plan_id) as (connection, row):
            item = next((item for item in _whole(connection, row).items if item.number == number), None)  # damaged ones are left out
            if item is None or item.state is not ItemState.WAITING:
                return False
            _put_items(connection, row.id, [replace(item, state=ItemState.SKIPPED, reason=reason)])
            return True

    def read(self, plan_id: str) -> Plan:
        """Return a plan as it is currently stored.

        Raises:
            UsageError: The plan no longer exists.
        """
        with self._of_plan(plan_id) as (connection, row):
            return _whole(connection, row)

    def delete(self, plan_id: str) -> None:
        """Delete a plan and its items, but not its runs.

        Raises:
            UsageError: There is no such plan.
        """
        with self._of_plan(plan_id) as (connection, row):
            connection.execute(delete(PLANS).where(PLANS.c.id == row.id))

    def restore(self, plan: Plan) -> None:
        """Restore a deleted plan under its old id.

        Raises:
            UsageError: A plan with this id exists.
        """
        with self._store.transaction(synced=True) as connection:
            if connection.execute(select(PLANS.c.id).where(PLANS.c.plan_id == plan.plan_id)).first() is not None:
                raise UsageError(f"plan {plan.plan_id} is there", "'gpuscope plans' lists it.")
            _insert_plan(connection, plan)

    @contextmanager
    def _of_plan(self, plan_id: str, *, synced: bool = True) -> Iterator[tuple[Connection, AnyRow]]:
        with self._store.transaction(synced=synced) as connection:
            row = connection.execute(select(PLANS).where(PLANS.c.plan_id == plan_id)).first()
            if row is None:
                raise no_plan(plan_id)
            yield connection, row


def no_plan(named: str) -> UsageError:
    """Return the error for a plan that does not exist."""
    return UsageError(f"there is no plan {named[:60]!r}", "'gpuscope plans' lists them.")


def problems(connection: Connection) -> Iterator[str]:
    """Yield one line per damaged plan, for a check of the store."""
    for row in connection.execute(select(PLANS).order_by(PLANS.c.id)).all():
        plan = _whole(connection, row)
        if plan.state is PlanState.DAMAGED:
            yield f"plan {plan.plan_id}: {plan.reason}"


def sound_plans(connection: Connection) -> list[tuple[dict[str, Any], Plan]]:
    """Return the undamaged plans, each with the values of its row, for copying to another store."""
    plans: list[tuple[dict[str, Any], Plan]] = []
    with suppress(exc.DBAPIError):  # plans read before the damage are kept
        for row in connection.execute(select(PLANS).order_by(PLANS.c.id)).all():
            plan = _whole(connection, row)
            if plan.state is not PlanState.DAMAGED:
                plans.append(({name: value for name, value in row._mapping.items() if name not in ("id", "checksum")}, plan))
    return plans


def put_plan(connection: Connection, values: Mapping[str, Any], plan: Plan) -> None:
    """Write a plan from another store, unless it already exists."""
    if connection.scalar(select(PLANS.c.id).where(PLANS.c.plan_id == plan.plan_id)) is None:
        _put_items(connection, inserted_key(connection, insert(PLANS).values(with_checksum(PLANS, values))), plan.items)


def _find(connection: Connection, named: str) -> AnyRow | None:
    named = clean(named)[: LONGEST_ID + 1]  # as in StoreReader
    exact = connection.execute(select(PLANS).where(PLANS.c.plan_id == named)).first()
    if exact is not None or not named.strip():
        return exact
    if named == "last":
        return connection.execute(select(PLANS).order_by(*_NEWEST_FIRST)).first()
    rows = connection.execute(select(PLANS).where(PLANS.c.plan_id.startswith(named, autoescape=True)).limit(_CANDIDATES + 1)).all()
    if len(rows) > 1:
        raise UsageError(
            f"{named!r} matches several plans", f"Give more of the id: {', '.join(str(row.plan_id) for row in rows[:_CANDIDATES])}."
        )
    return rows[0] if rows else None


def _counts(connection: Connection, keys: Collection[int]) -> dict[int, dict[ItemState, int]]:
    query = select(PLAN_ITEMS.c.plan, PLAN_ITEMS.c.state, func.count().label("items")).group_by(PLAN_ITEMS.c.plan, PLAN_ITEMS.c.state)
    counts: dict[int, dict[ItemState, int]] = {}
    for row in connection.execute(query):
        if row.plan in keys and row.state in list(ItemState):
            counts.setdefault(row.plan, {})[ItemState(row.state)] = row.items
    return counts


def _plan_of(row: AnyRow) -> Plan:
    try:
        verify(PLANS, row)
        return Plan(
            plan_id=row.plan_id,
            kind=PlanKind(row.kind),
            name=row.name,
            created_at=datetime.fromisoformat(row.created_at),
            options=_mapping(row.options),
            items=(),
            state=PlanState(row.state),
            reason=row.reason,
            host=row.host,
            boot_id=row.boot_id,
        )
    except _UNREADABLE as error:
        plan_id = row.plan_id if isinstance(row.plan_id, str) else f"damaged-{row.id}"
        why = f"its row in the store is damaged: {error}"
        return Plan(plan_id, PlanKind.QUEUE, "(damaged)", _NO_START, {}, (), PlanState.DAMAGED, why)


def _checksums(connection: Connection, row: AnyRow) -> str:
    """Return the checksums of a plan's items in order, joined by commas: one text is read far faster than as many rows."""
    sums = select(PLAN_ITEMS.c.checksum).where(PLAN_ITEMS.c.plan == row.id).order_by(PLAN_ITEMS.c.number).subquery()
    return str(connection.scalar(select(func.group_concat(func.coalesce(sums.c.checksum, _NO_SUM)))) or "")


def _whole(connection: Connection, row: AnyRow, item_by_number: Mapping[int, PlanItem] | None = None, total: int = 0) -> Plan:
    """Return a plan with its items; those known, by number, are not read again if the total number is given."""
    plan, items = _plan_of(row), dict(item_by_number or {})
    query = select(PLAN_ITEMS).where(PLAN_ITEMS.c.plan == row.id).order_by(PLAN_ITEMS.c.number)
    unknown: Iterable[int] = count()
    if items:
        unknown = [number for number in range(total) if number not in items]
        query = query.where(PLAN_ITEMS.c.number.in_(unknown))
    for place, item_row in zip(unknown, connection.execute(query), strict=False):
        try:
            items[place] = _item_of(item_row, place)
        except _UNREADABLE as error:
            plan = replace(plan, state=PlanState.DAMAGED, reason=f"its item {place} in the store is damaged: {error}")
    whole = tuple(items[number] for number in sorted(items))
    return replace(plan, items=whole, counts=counts_of(whole))


def _item_of(row: AnyRow, place: int) -> PlanItem:
    verify(PLAN_ITEMS, row)
    if row.number != place:
        raise DamageError(f"item {place} is missing")
    return PlanItem(
        number=row.number,
        name=row.name,
        spec=RunSpec.from_json(json.loads(row.spec)),
        group=row.group_name,
        state=ItemState(row.state),
        run_id=row.run_id,
        reason=row.reason,
        details=_mapping(row.details),
    )


def _mapping(text: str) -> dict[str, Any]:
    document = json.loads(text)
    if not isinstance(document, dict):
        raise DamageError("not a document")
    return document


def _changing_values(plan: Plan) -> dict[str, str | None]:
    """Return the columns that a conductor changes."""
    return {
        "options": compact_json(dict(plan.options)),
        "state": plan.state.value,
        "reason": None if plan.reason is None else clean(plan.reason),
        "host": clean(plan.host),
        "boot_id": clean(plan.boot_id),
    }


def _insert_plan(connection: Connection, plan: Plan) -> None:
    values = {
        "plan_id": plan.plan_id,
        "kind": plan.kind.value,
        "name": clean(plan.name),
        "created_at": plan.created_at.isoformat(),
        **_changing_values(plan),
    }
    key = inserted_key(connection, insert(PLANS).values(with_checksum(PLANS, values)))
    if rows := [with_checksum(PLAN_ITEMS, {"plan": key, **_item_values(item)}) for item in plan.items]:
        connection.execute(insert(PLAN_ITEMS), rows)


def _update_plan(connection: Connection, row: AnyRow, plan: Plan) -> None:
    """Write the columns that a conductor changes. Refuse a damaged row: a new checksum would make the damage look valid."""
    verify(PLANS, row)
    values = with_checksum(PLANS, {**row._mapping, **_changing_values(plan)})
    connection.execute(update(PLANS).where(PLANS.c.id == row.id).values(values))


def _put_items(connection: Connection, key: int, items: Iterable[PlanItem]) -> None:
    for item in items:
        values = with_checksum(PLAN_ITEMS, {"plan": key, **_item_values(item)})
        condition = (PLAN_ITEMS.c.plan == key) & (PLAN_ITEMS.c.number == item.number)
        if connection.execute(update(PLAN_ITEMS).where(condition).values(values)).rowcount == 0:
            connection.execute(insert(PLAN_ITEMS).values(values))


def _item_values(item: PlanItem) -> dict[str, Any]:
    return {
        "number": item.number,
        "name": clean(item.name),
        "spec": compact_json(item.spec.to_json()),
        "group_name": clean(item.group),
        "state": item.state.value,
        "run_id": item.run_id,
        "reason": None if item.reason is None else clean(item.reason),
        "details": compact_json(dict(item.details)),
    }
