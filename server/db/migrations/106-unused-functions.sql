-- Called by nothing but a test.
DROP FUNCTION IF EXISTS line_base(revenue_line);
