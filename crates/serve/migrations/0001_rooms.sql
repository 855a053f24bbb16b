-- One text for SQLite and PostgreSQL: TEXT and BIGINT only. Times are milliseconds since 1970.
CREATE TABLE rooms (
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    -- The event with number 0: from what the game began, as journals have it.
    opening TEXT NOT NULL,
    -- The SHA-256 of the host's secret.
    host TEXT NOT NULL,
    listed BIGINT NOT NULL,
    over BIGINT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX rooms_listed ON rooms (listed, over, created);

CREATE TABLE seats (
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    player BIGINT NOT NULL,
    -- The SHA-256 of the seat's secret; none for an engine.
    secret TEXT,
    engine TEXT,
    -- What the player calls himself.
    name TEXT,
    taken BIGINT NOT NULL,
    PRIMARY KEY (room, player)
);

CREATE TABLE events (
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    -- The event as journals have it.
    event TEXT NOT NULL,
    -- Whose token it was done with: a player or `host`; `engine` for programs.
    actor TEXT NOT NULL,
    -- The number the client gave it, so that the same message does nothing twice.
    action TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (room, number)
);

CREATE UNIQUE INDEX events_action ON events (room, actor, action);
