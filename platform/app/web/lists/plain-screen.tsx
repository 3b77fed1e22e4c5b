/** The screen of a resource without components of its own. */
import type { ComponentType } from 'react'
import type { Resource } from '#kit/contract/resource.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'

/** The screen of the resource. */
export const plainScreen =
  (resource: Resource): ComponentType =>
  () => <ResourceScreen resource={resource} />
