-- The search keeps of canvases what people wrote, and not the settings of models: texts kept before are read again.
INSERT INTO search_change (resource_id, changed_at) SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM workflow;
