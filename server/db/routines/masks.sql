-- Free text as masked roles see it. Bank texts glue numbers to references, and people write numbers in groups after
-- other numbers, where nobody can tell which digit begins a phone: any run of 9 and more digits, blanks, dots and
-- dashes between them or not, keeps its last five only. The same as redactPhones of contract/phone.ts.
CREATE OR REPLACE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace($1, '\d{8,}(\d{5})(?!\d)', '****\1', 'g'),
    '(?<!\d)\+?(?:\d[ .-]?){4,}((?:\d[ .-]?){4}\d)(?!\d)', '****\1', 'g');

-- What a masked role has written over a text that it was shown masked: its '****54321' is the run of the old text that
-- was shown so. Without this, adding a word to a note would cost the number in it.
CREATE OR REPLACE FUNCTION keep_phones(p_written text, p_old text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  result text := p_written;
  run text;
  shown text;
  at int;
BEGIN
  IF p_old IS NULL OR p_written IS NULL OR p_written NOT LIKE '%****%' THEN RETURN p_written; END IF;
  FOR run IN SELECT m[1] FROM regexp_matches(p_old, '(\+?(?:\d[ .-]?){8,}\d)', 'g') m LOOP
    shown := redact_phones(run);
    at := position(shown IN result);
    IF shown <> run AND at > 0 THEN result := overlay(result PLACING run FROM at FOR length(shown)); END IF;
  END LOOP;
  RETURN result;
END $$;
