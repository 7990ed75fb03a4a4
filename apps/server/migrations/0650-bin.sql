-- What was deleted lies in a bin until it is deleted for good. What it holds stays where it is.
ALTER TABLE resource
  ADD COLUMN deleted_at bigint,
  ADD COLUMN deleted_by bigint REFERENCES app_user ON DELETE SET NULL,
  -- the resource that took it along, null for what was deleted by itself
  ADD COLUMN deleted_with bigint REFERENCES resource ON DELETE CASCADE;
CREATE INDEX resource_deleted ON resource (space_id, deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX resource_deleted_with ON resource (deleted_with) WHERE deleted_with IS NOT NULL;

-- The search forgets what goes into the bin, and learns again what comes back.
CREATE TRIGGER search_bin AFTER UPDATE OF deleted_at ON resource FOR EACH ROW EXECUTE FUNCTION search_note('id');

-- Views of the same names without what is in the bin. They come first in the search path of the server, so that every query sees only
-- what is there; erasures and backups work on the tables in `public`. Made anew after every migration.
CREATE FUNCTION make_live_views() RETURNS void LANGUAGE plpgsql AS $$
DECLARE one text;
BEGIN
  CREATE SCHEMA live;
  CREATE VIEW live.resource AS SELECT * FROM public.resource WHERE deleted_at IS NULL;
  CREATE VIEW live.resource_bin AS SELECT * FROM public.resource WHERE deleted_at IS NOT NULL;
  -- The tables in which the kinds keep their content: those under the id of the head.
  FOR one IN
    SELECT c.relname FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'id' AND k.conkey = ARRAY[a.attnum]
    WHERE k.contype = 'f' AND k.confrelid = 'public.resource'::regclass AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1
  LOOP
    EXECUTE format('CREATE VIEW live.%1$I AS SELECT * FROM public.%1$I held
      WHERE EXISTS (SELECT FROM public.resource head WHERE head.id = held.id AND head.deleted_at IS NULL)', one);
  END LOOP;
END $$;
