-- Kept under the values that cross the wire; until now under the names that clients were generated with.
UPDATE oauth_app SET
  client_type = CASE client_type
    WHEN 'legacy' THEN 'Legacy'
    WHEN 'web_backend' THEN 'WebBackend'
    WHEN 'single_page_or_native' THEN 'SinglePageOrNative'
    WHEN 'terminal' THEN 'Terminal'
    WHEN 'service' THEN 'Service'
    ELSE client_type END,
  app_type = CASE app_type WHEN 'normal' THEN 'Normal' WHEN 'connector' THEN 'Connector' ELSE app_type END;
