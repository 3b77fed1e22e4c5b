-- Notes and messages are searched by their words (server/kit/word-search.ts). What stands beside each other is an entry
-- of its own, as most Vietnamese words are pairs of everyday syllables. Digits stay with the index of parts.

-- Words of a folded text, and '~' with each pair of neighbours; of a very long word its beginning.
CREATE FUNCTION words_of(p_folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  pairs text[] := '{}';
BEGIN
  FOR i IN 1..cardinality(words) LOOP
    words[i] := left(words[i], 100);
    IF i > 1 THEN pairs[i - 1] := '~' || words[i - 1] || ' ' || words[i]; END IF;
  END LOOP;
  RETURN array_to_tsvector(words || pairs);
END $$;

-- The search for a folded text of words, the last of which may be only begun.
CREATE FUNCTION words_sought(p_folded text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  sought text[] := ARRAY[quote_literal(left(words[1], 100))];
BEGIN
  FOR i IN 2..cardinality(words) LOOP
    sought[i - 1] := quote_literal('~' || left(words[i - 1], 100) || ' ' || left(words[i], 100));
  END LOOP;
  RETURN (array_to_string(sought, ' & ') || ':*')::tsquery;
END $$;

CREATE INDEX blacklist_words ON blacklist USING gin (words_of(description_fold));
CREATE INDEX lstracuu_words ON lstracuu USING gin (words_of(noi_dung_fold));
CREATE INDEX mesbank_words ON mesbank USING gin (words_of(str_mes_fold));
-- The planner learns how common each word is.
ANALYZE blacklist, lstracuu, mesbank;
