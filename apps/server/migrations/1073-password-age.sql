-- when the password was set last; null: with the account
ALTER TABLE app_user ADD COLUMN password_set_at bigint;
