-- people who were invited to a space by mail and have not come yet
CREATE TABLE space_mail_invite (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  email text NOT NULL,
  -- the address as it is compared
  email_key text NOT NULL,
  role smallint NOT NULL,
  key text NOT NULL UNIQUE,
  invited_by bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  UNIQUE (space_id, email_key)
);
