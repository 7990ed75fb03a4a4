-- entries of enterprises that are not linked yet, so that sealing reads what is new and never the whole record
CREATE TABLE audit_unsealed (
  enterprise_id bigint NOT NULL,
  event_id bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (enterprise_id, event_id)
);
CREATE FUNCTION audit_event_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.audit_unsealed VALUES (NEW.enterprise_id, NEW.id, NEW.at);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_event_unsealed AFTER INSERT ON audit_event
  FOR EACH ROW WHEN (NEW.enterprise_id IS NOT NULL) EXECUTE FUNCTION audit_event_unsealed();
INSERT INTO audit_unsealed
  SELECT e.enterprise_id, e.id, e.at FROM audit_event e
  WHERE e.enterprise_id IS NOT NULL AND NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = e.id);
