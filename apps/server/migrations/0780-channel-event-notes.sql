-- What became of an event is kept as a key with values, and told in the language of the person who reads the log.
ALTER TABLE channel_event ADD COLUMN note_values jsonb NOT NULL DEFAULT '{}';
UPDATE channel_event SET note = CASE note
  WHEN 'own mail' THEN 'ownMail'
  WHEN 'bounce' THEN 'bounce'
  WHEN 'automatic mail' THEN 'automaticMail'
  WHEN 'mail of a list' THEN 'listMail'
  WHEN 'sender not verified' THEN 'notVerified'
  WHEN 'empty mail' THEN 'emptyMail'
  WHEN 'groups are off' THEN 'groupsOff'
  WHEN 'not spoken to' THEN 'notSpokenTo'
  WHEN 'too many messages of one sender' THEN 'tooOften'
  WHEN 'not published' THEN 'notPublished'
  WHEN 'not the asker' THEN 'notAsker'
  WHEN 'button not valid' THEN 'buttonGone'
  ELSE 'failed'
END, note_values = CASE WHEN state = 4 THEN jsonb_build_object('reason', note, 'reasonZh', note) ELSE '{}' END
WHERE note <> '';
