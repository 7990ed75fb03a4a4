-- Files that one person handed to one bot. Nobody else sees them, not even the owner of the bot.
CREATE TABLE filebox_file (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL,
  uri text NOT NULL,
  name text NOT NULL,
  extension text NOT NULL DEFAULT '',
  kind smallint NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  width integer NOT NULL DEFAULT 0,
  height integer NOT NULL DEFAULT 0,
  tags text NOT NULL DEFAULT '',
  position text NOT NULL DEFAULT '',
  device text NOT NULL DEFAULT '',
  caption text NOT NULL DEFAULT '',
  conversation_id bigint,
  -- 0 waits to be read, 1 read, 2 cannot be read: it is kept and found by its name
  state smallint NOT NULL DEFAULT 0,
  problem jsonb,
  lease_until bigint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (bot_id, user_id, uri)
);
CREATE INDEX filebox_file_of ON filebox_file (bot_id, user_id, id);
CREATE INDEX filebox_file_waiting ON filebox_file (lease_until) WHERE state = 0;

CREATE TABLE filebox_piece (
  id bigint PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES filebox_file ON DELETE CASCADE,
  sequence integer NOT NULL,
  content text NOT NULL,
  words text[] NOT NULL,
  model text NOT NULL DEFAULT '',
  vector bytea
);
CREATE INDEX filebox_piece_of ON filebox_piece (file_id, sequence);

CREATE TABLE filebox_album (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (bot_id, user_id, name)
);

CREATE TABLE filebox_album_photo (
  album_id bigint NOT NULL REFERENCES filebox_album ON DELETE CASCADE,
  file_id bigint NOT NULL REFERENCES filebox_file ON DELETE CASCADE,
  added_at bigint NOT NULL,
  PRIMARY KEY (album_id, file_id)
);

CREATE TABLE filebox_use (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL,
  is_on boolean NOT NULL,
  PRIMARY KEY (bot_id, user_id)
);

-- What somebody took out stays out, also when it still stands in a conversation.
CREATE TABLE filebox_dropped (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL,
  uri text NOT NULL,
  PRIMARY KEY (bot_id, user_id, uri)
);
