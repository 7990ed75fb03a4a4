-- several resources that are made together: all of them stay, or none
CREATE TABLE resource_making (
  id bigint PRIMARY KEY,
  -- whoever makes them says so again and again; falls silent when its process dies
  lease_until bigint NOT NULL,
  is_dead boolean NOT NULL DEFAULT false
);
CREATE TABLE resource_made (
  resource_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  making_id bigint NOT NULL REFERENCES resource_making ON DELETE CASCADE
);
CREATE INDEX resource_made_in ON resource_made (making_id);
