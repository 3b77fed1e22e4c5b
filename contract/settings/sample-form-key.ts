/** How the address of a sample form is called and where the product's own one is. */

/** Any `url_bieu_mau_...`: which there are is known from the declared resources only. */
export type SampleFormKey = 'url_bieu_mau_{resource}'

/** The key for the resource at `path`. */
export const sampleFormKey = (path: string): SampleFormKey => `url_bieu_mau_${path}` as SampleFormKey

/** The form that the product makes itself (D2-Q-37). */
export const sampleFormPath = (path: string): string => `/mau/${path}.xlsx`
