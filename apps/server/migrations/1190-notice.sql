-- What a person is told, in their inbox and by mail. The key names the occurrence: nobody is told of one twice.
CREATE TABLE notice (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  params jsonb NOT NULL,
  link text NOT NULL,
  at bigint NOT NULL,
  read_at bigint,
  mail_state smallint NOT NULL DEFAULT 0,
  mail_tries smallint NOT NULL DEFAULT 0,
  mail_next_at bigint NOT NULL DEFAULT 0,
  mail_problem text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX notice_occurrence ON notice (user_id, key);
CREATE INDEX notice_newest ON notice (user_id, id DESC);
CREATE INDEX notice_unread ON notice (user_id, id DESC) WHERE read_at IS NULL;
CREATE INDEX notice_mail ON notice (mail_next_at) WHERE mail_state = 1;
CREATE INDEX notice_at ON notice (at);

-- How a person wants to be told of a kind, where it is not the usual way.
CREATE TABLE notice_choice (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL,
  way text NOT NULL,
  PRIMARY KEY (user_id, kind)
);
