/** URL of each import's sample form: one setting per importable sheet (D1-Q-161, D2-CFG-20). */
import { importable } from '#platform/contract/lists/importable.ts'
import type { AddressSetting } from '#platform/contract/settings/kinds.ts'
import {
  sampleFormKey,
  sampleFormPath,
  type SampleFormKey,
} from '#platform/contract/settings/sample-form-key.ts'

/** The settings by key, in the order of the resources. */
export const sampleForms = Object.fromEntries(
  importable.map(({ path, title }): [SampleFormKey, AddressSetting] => [
    sampleFormKey(path),
    {
      kind: 'address',
      label: title,
      hint: 'Đường dẫn trên máy chủ này hoặc địa chỉ https://',
      default: sampleFormPath(path),
      write: 'below3',
      public: true,
    },
  ]),
) as Readonly<Record<SampleFormKey, AddressSetting>>
