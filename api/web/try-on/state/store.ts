import type { Action } from './actions.ts';
import { type AppState, initialState } from './app-state.ts';
import { reduce } from './reducer.ts';

/** Holds the one state of the application. */
export interface Store {
  read(): AppState;
  dispatch(action: Action): void;
  /** Calls the listener after each change. Returns the function that ends it. */
  subscribe(listener: (state: AppState, before: AppState) => void): () => void;
}

/** Creates a store with the given state. */
export function createStore(state: AppState = initialState): Store {
  const listeners = new Set<(state: AppState, before: AppState) => void>();
  return {
    read: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state === before) return;
      for (const listener of listeners) listener(state, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
