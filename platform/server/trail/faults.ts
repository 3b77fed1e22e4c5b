/** Faults that a check of the audit log and its seals can report (D3-TRL-02, D3-TRL-04). */

/** One difference between the log and its seals; the report prints both fields. */
export type TrailFault = {
  kind:
    | 'changed'
    | 'left out'
    | 'put in'
    | 'wrong time'
    | 'seal changed'
    | 'archive changed'
    | 'archive missing'
    | 'no seals'
    | 'cut off'
    | 'sealed anew'
  /** The id of an entry, the number of a seal, or the file of an archived month. */
  subject: string
}
