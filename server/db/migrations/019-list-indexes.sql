-- Filters and assign calls that read whole tables once these have millions of rows.

-- The period of both lists is the day of the sale, alone or together with a staff member.
CREATE INDEX khr_day ON khr (ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX khr_staff_day ON khr (username_nv, ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX baodo_day ON baodo (ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX baodo_staff_day ON baodo (username_nv, ngay_thanh_cong) WHERE deleted_at IS NULL;

-- What is not decided, or was decided one way, newest first.
CREATE INDEX khr_state ON khr (trang_thai, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_state ON baodo (trang_thai_duyet, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_result ON baodo (trang_thai, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;

-- The assign calls ask for nobody's rows in exactly these words (D1-Q-138): an index in other words is not used.
DROP INDEX lstracuu_unassigned;
CREATE INDEX lstracuu_unassigned ON lstracuu (id) WHERE coalesce(username, '') = '';
CREATE INDEX khr_unassigned ON khr (id) WHERE coalesce(username_nv, '') = '' AND deleted_at IS NULL;
CREATE INDEX baodo_unassigned ON baodo (id) WHERE coalesce(username_nv, '') = '' AND deleted_at IS NULL;
CREATE INDEX mesbank_unassigned ON mesbank (id) WHERE coalesce(nhan_vien, '') = '' AND deleted_at IS NULL;
CREATE INDEX customer_message_9084_unassigned ON customer_message_9084 (id) WHERE coalesce(username_nv, '') = '';
CREATE INDEX invitation_history_unassigned ON invitation_history (source, id) WHERE coalesce(username_nv, '') = '';
