-- Names under which mini programs open pages of this instance.
CREATE TABLE mini_program_domain (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  connector_id text NOT NULL,
  domain text NOT NULL,
  -- 0 waits, 1 verified, 2 failed
  status smallint NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  reason_zh text NOT NULL DEFAULT '',
  -- what the platform wants to find there
  file_name text NOT NULL DEFAULT '',
  file_content text NOT NULL DEFAULT '',
  checked_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  UNIQUE (account_id, connector_id, domain)
);
CREATE INDEX mini_program_domain_at ON mini_program_domain (domain);
