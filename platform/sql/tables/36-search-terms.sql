-- Words and pairs of neighbours (`words_of`) that occur in the texts of a table, where a search for part of a word finds the whole ones.
-- Not unique: a transaction would wait for another one that adds the same word, an import to its end. `remove_terms` removes second ones.
CREATE TABLE search_terms (
  list text NOT NULL,
  term text NOT NULL
);
CREATE INDEX search_terms_term ON search_terms (list, term);
CREATE INDEX search_terms_parts ON search_terms USING gin (term gin_trgm_ops);
