/** Setting keys of sample forms, and paths of the product's own forms. */

/** Any `url_bieu_mau_...`; the declared resources determine which exist. */
export type SampleFormKey = 'url_bieu_mau_{resource}'

export const sampleFormKey = (path: string): SampleFormKey => `url_bieu_mau_${path}` as SampleFormKey

/** The form that the product generates (D2-Q-37). */
export const sampleFormPath = (path: string): string => `/mau/${path}.xlsx`
