-- Until now every bot was told the time, whatever its switch said. It goes on being told until somebody switches it off.
UPDATE bot SET config = replace(config::text, '"sp_current_time": false', '"sp_current_time": true')::jsonb
  WHERE config::text LIKE '%"sp_current_time": false%';
UPDATE bot_history SET config = replace(config::text, '"sp_current_time": false', '"sp_current_time": true')::jsonb
  WHERE config::text LIKE '%"sp_current_time": false%';
