/**
 * 'Sàn gọi': what everybody does now, who needs help first, and the leader's actions on it (D3-FLR-01 to
 * D3-FLR-04).
 */
import { useLocation } from 'wouter'
import { useState } from 'react'
import { FloorView } from './floor-view.tsx'
import { WallView } from './wall-view.tsx'
import { isWallAddress } from './wall-address.ts'

/** Serves both addresses of the screen. During a new sign-in the address is another one, and the wall stays. */
export default function FloorScreen() {
  const [path] = useLocation()
  const [wall, setWall] = useState(isWallAddress(path))
  if (path !== '/login' && wall !== isWallAddress(path)) setWall(isWallAddress(path))
  return wall ? <WallView /> : <FloorView />
}
