-- Which card shows the answers of which tool is a part of a bot: it is kept, published, copied and taken back with the draft.
UPDATE bot SET config = jsonb_set(config, '{card_list}', (
  SELECT jsonb_agg(jsonb_build_object(
    'agent_id', agent_id, 'biz_type', biz_type, 'business_id', business_id::text, 'unique_id', unique_id,
    'card_id', card_id::text, 'mapping_rule', mapping_rule, 'max_display_rows', max_rows, 'card_version_num', card_version,
    'llm_text_card', llm_text, 'plugin_preset_card_selected', is_preset))
  FROM card_binding WHERE bot_id = bot.id))
WHERE EXISTS (SELECT 1 FROM card_binding WHERE bot_id = bot.id);
DROP TABLE card_binding;
