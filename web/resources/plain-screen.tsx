/** The screen of a resource that has nothing of its own on the web. */
import type { ComponentType } from 'react'
import type { Resource } from '../../contract/kit/resource.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

/** The screen of the resource. */
export const plainScreen =
  (resource: Resource): ComponentType =>
  () => <ResourceScreen resource={resource} />
