-- Rows that are created, changed and deleted in live data can start workflows. The event is written with the change, and only when an
-- open trigger waits for it.

-- A claim also says how many workflows have started each other before: a statement cannot change it.
CREATE FUNCTION tenant.enter(user_key text, platform text, capacity text, tables text[], narrowing jsonb, event_depth integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE payload text := jsonb_build_object(
  'u', user_key, 'p', platform, 'c', capacity, 't', to_jsonb(tables), 'n', narrowing, 'd', event_depth)::text;
BEGIN
  PERFORM set_config('orrery.claim', tenant.seal(payload) || payload, true);
  IF current_setting('is_superuser') = 'on' THEN PERFORM set_config('temp_file_limit', '262144', true); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION tenant.enter(text, text, text, text[], jsonb, integer) FROM PUBLIC;

CREATE FUNCTION tenant.note_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  source bigint := substr(TG_TABLE_NAME, 2)::bigint;
  happened text := CASE TG_OP WHEN 'INSERT' THEN 'row.created' WHEN 'UPDATE' THEN 'row.changed' ELSE 'row.deleted' END;
  touched jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM public.workflow_trigger t WHERE t.source_id = source AND t.is_open AND t.event_id = 'event') THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN touched := to_jsonb(OLD); ELSE touched := to_jsonb(NEW); END IF;
  PERFORM public.trigger_note(
    source,
    happened,
    jsonb_build_object('database_id', source::text, 'row_id', touched ->> 'id')
      -- Where people see only rows of their own, a trigger tells its maker no more than that there is one.
      || CASE WHEN EXISTS (SELECT FROM public.database_table d WHERE d.id = source AND d.rw_mode <> 1)
           THEN jsonb_build_object('row', touched - '{id,uuid,sys_platform}'::text[]) ELSE '{}' END,
    coalesce((tenant.claim() ->> 'd')::integer, 0)
  );
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION tenant.note_row() FROM PUBLIC;

-- The tables that exist; new ones are made with it.
DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT n.nspname AS place, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname ~ '^space_[0-9]+$' AND c.relkind = 'r' AND c.relname ~ '^t[0-9]+$'
  LOOP
    EXECUTE format('CREATE TRIGGER row_event AFTER INSERT OR UPDATE OR DELETE ON %I.%I
      FOR EACH ROW EXECUTE FUNCTION tenant.note_row()', one.place, one.name);
  END LOOP;
END $$;
