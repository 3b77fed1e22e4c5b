/** Entry for other workflows: the history of steps that work in the background and can be taken back. */
export { StepHistory } from './step-history.tsx'
