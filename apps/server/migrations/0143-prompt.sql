-- Prompts in the library of a space. Name and description are those of the resource.
CREATE TABLE prompt_resource (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  prompt_text text NOT NULL,
  version bigint NOT NULL
);
