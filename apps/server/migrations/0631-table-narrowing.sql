-- A bot may use a table more narrowly than the table allows: only the rows of whoever talks to it, or without changing any.
-- The claim carries that for each table, and the policies of the tables obey it.
CREATE FUNCTION tenant.enter(user_key text, platform text, capacity text, tables text[], narrowing jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE payload text := jsonb_build_object(
  'u', user_key, 'p', platform, 'c', capacity, 't', to_jsonb(tables), 'n', narrowing)::text;
BEGIN
  PERFORM set_config('orrery.claim', tenant.seal(payload) || payload, true);
  IF current_setting('is_superuser') = 'on' THEN PERFORM set_config('temp_file_limit', '262144', true); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION tenant.enter(text, text, text, text[], jsonb) FROM PUBLIC;

-- 'own', 'read', or null for a table that is used as it is.
CREATE FUNCTION tenant.narrowing_of(table_name text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c -> 'n' ->> table_name FROM tenant.claim() c
$$;

-- The tables that exist; new ones are made with such policies.
DO $narrow$
DECLARE
  p record;
  own text;
  reads text;
  extra text;
BEGIN
  FOR p IN
    SELECT n.nspname, c.relname, o.polname, pg_get_expr(o.polqual, o.polrelid) AS seen, pg_get_expr(o.polwithcheck, o.polrelid) AS checked
    FROM pg_policy o JOIN pg_class c ON c.oid = o.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname ~ '^space_\d+$' AND o.polname IN ('seen', 'added', 'changed', 'deleted')
  LOOP
    own := format('((SELECT tenant.narrowing_of(%1$L)) IS DISTINCT FROM ''own'' OR (uuid = (SELECT tenant.user_of(%1$L)) AND (SELECT tenant.platform_of(%1$L)) IN (sys_platform, ''*'')))', p.relname);
    reads := format('(SELECT tenant.narrowing_of(%L)) IS DISTINCT FROM ''read''', p.relname);
    extra := CASE p.polname WHEN 'seen' THEN own WHEN 'added' THEN reads ELSE own || ' AND ' || reads END;
    IF p.polname = 'added' THEN
      EXECUTE format('ALTER POLICY %I ON %I.%I WITH CHECK ((%s) AND %s)', p.polname, p.nspname, p.relname, p.checked, extra);
    ELSE
      EXECUTE format('ALTER POLICY %I ON %I.%I USING ((%s) AND %s)', p.polname, p.nspname, p.relname, p.seen, extra);
    END IF;
  END LOOP;
END $narrow$;
