-- Variables of bots are kept in variable_value since 0310; this table is not used any more.
DROP TABLE bot_variable;
