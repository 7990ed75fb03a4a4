-- how the names, user names and e-mails of the people of an enterprise begin, in one index: the three indexes of accounts know
-- nothing of enterprises, and counting what a short word finds took a look at every person
CREATE TABLE enterprise_person_word (
  enterprise_id bigint NOT NULL,
  user_id bigint NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (enterprise_id, user_id, word),
  FOREIGN KEY (enterprise_id, user_id) REFERENCES enterprise_person ON DELETE CASCADE
);
CREATE INDEX enterprise_person_word_begins ON enterprise_person_word (enterprise_id, word text_pattern_ops, user_id);
CREATE FUNCTION write_person_words(person bigint, enterprise bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.enterprise_person_word
  SELECT p.enterprise_id, p.user_id, w.word
  FROM public.enterprise_person p JOIN public.app_user u ON u.id = p.user_id
    CROSS JOIN LATERAL unnest(ARRAY[left(lower(u.name), 300), left(lower(u.unique_name), 300), left(u.email_key, 300)]) AS w(word)
  WHERE p.user_id = person AND (enterprise IS NULL OR p.enterprise_id = enterprise)
  ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION enterprise_person_named() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.write_person_words(NEW.user_id, NEW.enterprise_id);
  RETURN NULL;
END $$;
CREATE TRIGGER enterprise_person_named AFTER INSERT ON enterprise_person
  FOR EACH ROW EXECUTE FUNCTION enterprise_person_named();
CREATE FUNCTION app_user_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.enterprise_person_word w USING public.enterprise_person p
    WHERE p.user_id = NEW.id AND w.enterprise_id = p.enterprise_id AND w.user_id = p.user_id;
  PERFORM public.write_person_words(NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER app_user_renamed AFTER UPDATE OF name, unique_name, email_key ON app_user
  FOR EACH ROW WHEN ((OLD.name, OLD.unique_name, OLD.email_key) IS DISTINCT FROM (NEW.name, NEW.unique_name, NEW.email_key))
  EXECUTE FUNCTION app_user_renamed();
INSERT INTO enterprise_person_word
  SELECT p.enterprise_id, p.user_id, w.word
  FROM enterprise_person p JOIN app_user u ON u.id = p.user_id
    CROSS JOIN LATERAL unnest(ARRAY[left(lower(u.name), 300), left(lower(u.unique_name), 300), left(u.email_key, 300)]) AS w(word)
  ON CONFLICT DO NOTHING;
