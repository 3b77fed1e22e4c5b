/** A figure linked to the rows it sums. */
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import css from './figure-link.module.css'

type FigureLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

export const FigureLink = ({ href, ...more }: FigureLinkProps) => (
  <Link {...more} className={css.link ?? ''} href={href} />
)
