/** Public entry for other workflows: the views that the caller may read. */
export { readViews } from './read-views.ts'
