-- New words wait in a list that every search reads through: at once in the index they cost an import little, and a search nothing.
ALTER INDEX knowledge_slice_words SET (fastupdate = off);
