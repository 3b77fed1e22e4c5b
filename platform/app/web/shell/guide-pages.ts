/** The pages of docs/guides from the bundle, each loaded when needed. */
import { useQuery } from '@tanstack/react-query'
import type { GuidePage } from '#platform/contract/guide.ts'
import { loadPart } from '#kit/web/lazy-part.tsx'

const pages = import.meta.glob<GuidePage>('/docs/guides/**/*.md', { import: 'default' })

/** A page by its file name without '.md'; `data` is undefined while loading. */
export const useGuidePage = (name: string) =>
  useQuery({
    queryKey: ['guide', name],
    queryFn: async () => {
      const load = pages[`/docs/guides/${name}.md`]
      return load ? loadPart(load) : null
    },
    staleTime: Infinity,
  })
