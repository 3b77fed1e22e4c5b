-- The search for the words of a folded text, the last of which may be incomplete.
CREATE OR REPLACE FUNCTION words_sought(p_folded text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  sought text[] := ARRAY[quote_literal(left(words[1], 100))];
BEGIN
  FOR i IN 2..cardinality(words) LOOP
    sought[i - 1] := quote_literal('~' || left(words[i - 1], 100) || ' ' || left(words[i], 100));
  END LOOP;
  RETURN (array_to_string(sought, ' & ') || ':*')::tsquery;
END $$;
