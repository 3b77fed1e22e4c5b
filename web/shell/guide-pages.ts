/** The pages of docs/guides, as the bundler read them; each comes when it is asked for. */
import { useQuery } from '@tanstack/react-query'
import type { GuidePage } from '../../contract/guide.ts'
import { loadPart } from '../kit/lazy-part.tsx'

const pages = import.meta.glob<GuidePage>('../../docs/guides/**/*.md', { import: 'default' })

/** A page by its file without '.md'; undefined data while it is on its way. */
export const useGuidePage = (name: string) =>
  useQuery({
    queryKey: ['guide', name],
    queryFn: async () => {
      const load = pages[`../../docs/guides/${name}.md`]
      return load ? loadPart(load) : null
    },
    staleTime: Infinity,
  })
