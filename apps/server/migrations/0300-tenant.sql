-- Tables that people make live in a schema a space. Statements on them, which may be written by a person or by a model, run as a
-- role that can see nothing else. They run inside a SECURITY DEFINER function of that role: there, the database refuses to change
-- the role back, which it would not do after a plain SET ROLE.
--
-- On whose behalf a statement runs is said by a claim: user, channel, capacity and the tables it is about, sealed with a secret
-- that only this database knows and good for one transaction. A statement can change the setting that carries the claim, but cannot
-- seal another.
CREATE SCHEMA tenant;
REVOKE ALL ON SCHEMA tenant FROM PUBLIC;
GRANT USAGE ON SCHEMA tenant TO PUBLIC;
CREATE TABLE tenant.secret (value text NOT NULL);
INSERT INTO tenant.secret VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
CREATE SEQUENCE tenant_row_id;

CREATE FUNCTION tenant.seal(payload text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(s.value || encode(sha256(convert_to(
    s.value || payload || pg_backend_pid() || extract(epoch FROM now()), 'UTF8')), 'hex'), 'UTF8')), 'hex')
  FROM tenant.secret s
$$;

-- Begins work for somebody: only the application may.
CREATE FUNCTION tenant.enter(user_key text, platform text, capacity text, tables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE payload text := jsonb_build_object('u', user_key, 'p', platform, 'c', capacity, 't', to_jsonb(tables))::text;
BEGIN
  PERFORM set_config('orrery.claim', tenant.seal(payload) || payload, true);
  -- What sorting and joining may write to disk. Only a superuser may say.
  IF current_setting('is_superuser') = 'on' THEN PERFORM set_config('temp_file_limit', '262144', true); END IF;
END $$;

CREATE FUNCTION tenant.claim() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE given text := current_setting('orrery.claim', true);
BEGIN
  IF given IS NULL OR length(given) < 65 OR left(given, 64) <> tenant.seal(substr(given, 65)) THEN RETURN NULL; END IF;
  RETURN substr(given, 65)::jsonb;
END $$;

-- For the policies: null unless the claim is about this table.
CREATE FUNCTION tenant.user_of(table_name text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c ->> 'u' FROM tenant.claim() c WHERE c -> 't' ? table_name
$$;
CREATE FUNCTION tenant.platform_of(table_name text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c ->> 'p' FROM tenant.claim() c WHERE c -> 't' ? table_name
$$;
CREATE FUNCTION tenant.is_editor(table_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT c ->> 'c' = 'editor' FROM tenant.claim() c WHERE c -> 't' ? table_name), false)
$$;
-- For the defaults of the columns that nobody writes.
CREATE FUNCTION tenant.claimed_user() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tenant.claim() ->> 'u'
$$;
CREATE FUNCTION tenant.claimed_platform() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN c ->> 'p' = '*' THEN '10000010' ELSE c ->> 'p' END FROM tenant.claim() c
$$;
CREATE FUNCTION tenant.new_row_id() RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT nextval('public.tenant_row_id')
$$;
REVOKE EXECUTE ON FUNCTION tenant.seal(text), tenant.enter(text, text, text, text[]), tenant.claim() FROM PUBLIC;

-- Roles belong to the whole server, schemas to one database: the name of the role says both.
CREATE FUNCTION tenant.role_of(space_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'space_' || space_id || '_' || left(md5(current_database()), 8)
$$;

CREATE FUNCTION tenant.open_space(space_id bigint) RETURNS void LANGUAGE plpgsql AS $open$
DECLARE
  place text := 'space_' || space_id;
  runner text := tenant.role_of(space_id);
BEGIN
  PERFORM pg_advisory_xact_lock(7206002, hashtext(place));
  IF to_regnamespace(place) IS NOT NULL THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = runner) THEN
    EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE', runner);
  END IF;
  EXECUTE format('GRANT %I TO %I', runner, current_user);
  EXECUTE format('CREATE SCHEMA %I', place);
  EXECUTE format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', place, runner);
  -- A cursor takes one statement that gives rows and nothing else: no second statement, no SET, no COPY, no DDL.
  EXECUTE format($make$
    CREATE FUNCTION %1$I.run(statement text, cap integer, is_write boolean) RETURNS TABLE (n bigint, content json)
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = %1$I, pg_temp SET standard_conforming_strings = on AS $body$
    DECLARE r record; total bigint := 0; size bigint := 0;
    BEGIN
      FOR r IN EXECUTE statement LOOP
        total := total + 1;
        IF total > cap THEN
          IF is_write THEN CONTINUE; END IF;
          EXIT;
        END IF;
        content := row_to_json(r);
        size := size + octet_length(content::text);
        IF size > 8388608 THEN RAISE EXCEPTION 'the result is larger than 8 MB' USING ERRCODE = '54000'; END IF;
        n := total;
        RETURN NEXT;
      END LOOP;
      n := total;
      content := NULL;
      RETURN NEXT;
    END $body$
  $make$, place);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION %I.run(text, integer, boolean) FROM PUBLIC', place);
  EXECUTE format('ALTER FUNCTION %I.run(text, integer, boolean) OWNER TO %I', place, runner);
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM %I', place, runner);
END $open$;

CREATE FUNCTION tenant.close_space() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE runner text := tenant.role_of(OLD.id);
BEGIN
  EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', 'space_' || OLD.id);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = runner) THEN
    EXECUTE format('DROP OWNED BY %I', runner);
    EXECUTE format('DROP ROLE %I', runner);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER space_closes_tenant AFTER DELETE ON space FOR EACH ROW EXECUTE FUNCTION tenant.close_space();
REVOKE EXECUTE ON FUNCTION tenant.role_of(bigint), tenant.open_space(bigint), tenant.close_space() FROM PUBLIC;

-- What PostgreSQL lets everybody read and call, and these roles must not: catalogs, settings, locks, notifications, sleep, large
-- objects, and functions that run statements given as text. Where the application is no superuser this cannot be taken away; then
-- the check of the application before a statement runs stands alone.
DO $harden$
DECLARE f regprocedure;
BEGIN
  IF current_setting('is_superuser') <> 'on' THEN
    RAISE WARNING 'not a superuser: catalogs and system functions stay readable to the roles of spaces';
    RETURN;
  END IF;
  REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
  REVOKE SELECT ON ALL TABLES IN SCHEMA information_schema FROM PUBLIC;
  REVOKE USAGE ON SCHEMA information_schema FROM PUBLIC;
  REVOKE USAGE ON SCHEMA public FROM PUBLIC;
  FOR f IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~
      '^(pg_(?!typeof$|column_size$|client_encoding$)|lo_|loread$|lowrite$|set_config$|current_setting$|(query|table|cursor|schema|database)_to_xml|ts_stat$|ts_rewrite$|txid_|inet_(client|server)|has_\w+_privilege$|version$|repeat$|setval$|binary_upgrade)'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $harden$;
