-- How many bots use a plugin is asked for every plugin of a list.
CREATE INDEX bot_plugins ON bot USING gin ((config -> 'plugin_info_list') jsonb_path_ops);
