/** The sample form of an import. */

/** Opens it in a window of 800 × 600 (D1-LIST-20, D1-Q-161, D2-COST-14); `path` is the resource's. */
export const openSampleForm = (path: string): void => {
  window.open(`/mau/${path}.xlsx`, '_blank', 'width=800,height=600,noopener')
}
