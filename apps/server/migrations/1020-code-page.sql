-- Scripts that were built of pages written as code, by the hash of their sources. Whatever is missing is built again.
CREATE TABLE interface_code (
  hash text PRIMARY KEY,
  code text NOT NULL,
  -- scripts that nobody asked for in a long time are deleted
  used_at bigint NOT NULL
);
