import { createContext, useContext, useState } from 'react';
import type { Choices, FileAnswer, Operation, Problem } from '../api/types';
import { isBegin } from '../changes/values';
import type { Fact, Place } from './facts';
import type { Schema } from './schema';

/** What inputs offer, and what the texts of the site may refer to, where the server says it. */
export type FormChoices = Choices & { facts?: Record<string, Fact> };

/** Where a click leads: to the form of a value, or to its line in the file as text. */
export interface Target extends Place {
  asText?: true;
}

/** The value that has the focus: another object each time that something gets it. */
export interface Goal {
  at: string | undefined;
  /** What is in it, first. */
  within?: boolean;
}

export interface FormContextValue {
  root: Schema;
  file: FileAnswer;
  choices: FormChoices;
  goal: Goal;
  /** Whether what owners alone change can be changed. */
  isOwner: boolean;
  /** Asks for operations, one after the other, which are one step for who takes it back. */
  change: (...operations: Operation[]) => void;
  focus: (at: string) => void;
  onOpen: (target: Target) => void;
  announce: (words: string) => void;
  /** Offers what can be added to a list of parts; without it nothing is. */
  onAddPart?: ((list: string) => void) | undefined;
  /** Asks before an entry with a name of its own is removed, which others may name. */
  onAskRemoval?: ((at: string) => void) | undefined;
}

/** What else takes the focus, by the path of its value: what an item is moved by, and what adds to a value. */
export const gripOf = (at: string) => `${at}#grip`;
export const adderOf = (at: string) => `${at}#add`;

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (!form) throw new Error('there is no form around this component');
  return form;
}

/** The problems of a value; with `deep` those below it, too. */
export const problemsAt = (problems: Problem[], at: string, deep = false): Problem[] =>
  problems.filter((problem) => (deep ? isBegin(at, problem.at) : problem.at === at));

/** Which of some values is open: one at a time. One opens by itself when it, or something in it, gets the focus. */
export function useOpen(paths: string[], initial?: string) {
  const { goal } = useForm();
  const [open, setOpen] = useState(initial);
  const [seen, setSeen] = useState<Goal>();
  if (goal !== seen) {
    setSeen(goal);
    const within = paths.find((path) => goal.at !== undefined && isBegin(path, goal.at));
    if (within !== undefined) setOpen(within);
  }
  return [open, setOpen] as const;
}
