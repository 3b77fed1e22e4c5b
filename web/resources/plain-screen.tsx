/** The screen of a resource that has nothing of its own on the web. */
import type { ComponentType } from 'react'
import { resources } from '../../contract/resources/index.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

/** The screen of the resource with this path. */
export function plainScreen(path: string): ComponentType {
  const resource = resources.find((one) => one.path === path)
  if (!resource) throw new Error(`no resource '${path}'`)
  return () => <ResourceScreen resource={resource} />
}
