-- The holder's name as the bank has it, where it is not that of the person, and the form in which a file was made (D3-PAY-15).
ALTER TABLE users ADD COLUMN chu_tai_khoan text CHECK (chu_tai_khoan <> '');
ALTER TABLE payout_file ADD COLUMN mau jsonb;
