-- each entry of an enterprise is linked to the one before it by a hash; a change or a missing entry breaks the chain
CREATE TABLE audit_link (
  enterprise_id bigint NOT NULL,
  no bigint NOT NULL,
  event_id bigint NOT NULL UNIQUE,
  hash text NOT NULL,
  -- at the end of each pass, with the key of the instance: the whole chain cannot be written again without it
  signature text,
  PRIMARY KEY (enterprise_id, no)
);
