-- Free text as masked roles see it. Bank texts glue numbers to references, and people write numbers in groups after
-- other numbers, where nobody can tell which digit begins a phone: any run of 9 and more digits, blanks, dots and
-- dashes between them or not, keeps its last five only. The same as redactPhones of contract/phone.ts.
CREATE OR REPLACE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace($1, '\d{8,}(\d{5})(?!\d)', '****\1', 'g'),
    '(?<!\d)\+?(?:\d[ .-]?){4,}((?:\d[ .-]?){4}\d)(?!\d)', '****\1', 'g');
