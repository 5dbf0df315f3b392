//! GC policies that are Python functions, and what goes wrong in them.

use crate::error::Error;
use crate::views::{GcState, Superblocks};
use fourcorners_lab::Message;
use fourcorners_sim::spec::{Begin, Chooser, FullSuperblock, OwnPolicy};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

const KIND: &str = "Python function";

/// Decisions of a function that are asked for twice, its first.
const ASKED_TWICE: u32 = 100;

/// A function of the user's.
pub struct Function {
    callable: Py<PyAny>,
    pub name: String,
}

impl Function {
    /// Named after itself, or after its class.
    pub fn new(callable: Bound<'_, PyAny>) -> PyResult<Self> {
        if !callable.is_callable() {
            let error = format!("{} is no function", callable.repr()?);
            return Err(Error(Message::new(error)).into());
        }
        let name = match callable.getattr_opt("__name__")? {
            Some(name) => name.to_string(),
            None => callable.get_type().name()?.to_string(),
        };
        Ok(Self {
            callable: callable.unbind(),
            name,
        })
    }
}

/// Functions in place of a drive's GC policies.
#[derive(Clone, Default)]
pub struct Policy {
    pub victim: Option<Arc<Function>>,
    pub begin: Option<Arc<Function>>,
}

impl Policy {
    pub fn is_empty(&self) -> bool {
        self.victim.is_none() && self.begin.is_none()
    }

    /// For the drives of one run.
    pub fn of_run(&self, failure: &Arc<Failure>) -> OwnPolicy {
        let asked = |function: &Arc<Function>| Asked {
            function: Arc::clone(function),
            failure: Arc::clone(failure),
            times: AtomicU32::new(0),
        };
        let victim = self.victim.as_ref().map(|function| {
            let asked = asked(function);
            let choose = move |full: &[FullSuperblock], units: u32| asked.victim(full, units);
            Chooser::new(KIND, function.name.clone(), Arc::new(choose))
        });
        let begin = self.begin.as_ref().map(|function| {
            let asked = asked(function);
            let begin = move |state| asked.begin(state);
            Begin::new(KIND, function.name.clone(), Arc::new(begin))
        });
        OwnPolicy { victim, begin }
    }

    /// Whether both have the same functions.
    pub fn is_same(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let same = |one: &Option<Arc<Function>>, other: &Option<Arc<Function>>| match (one, other) {
            (Some(one), Some(other)) => one.callable.bind(py).eq(&other.callable),
            (None, None) => Ok(true),
            _ => Ok(false),
        };
        Ok(same(&self.victim, &other.victim)? && same(&self.begin, &other.begin)?)
    }
}

/// The first thing that went wrong in a function of a run.
#[derive(Default)]
pub struct Failure {
    first: Mutex<Option<PyErr>>,
    /// The run is to end: until it has, the drives decide without their functions.
    pub stop: AtomicBool,
}

impl Failure {
    fn keep(&self, error: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Raises it, if there is one.
    pub fn raise(&self, py: Python<'_>) -> PyResult<()> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first
            .as_ref()
            .map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}

/// A function that decides for the drives of one run.
struct Asked {
    function: Arc<Function>,
    failure: Arc<Failure>,
    times: AtomicU32,
}

impl Asked {
    fn victim(&self, full: &[FullSuperblock], units_per_superblock: u32) -> Option<usize> {
        self.ask(|function| {
            let superblocks = Superblocks::new(full.to_vec(), units_per_superblock);
            let answer = function.call1((superblocks,))?;
            let index = answer.extract::<usize>().ok();
            index.filter(|index| *index < full.len()).ok_or_else(|| {
                let hint = format!("return an index of superblocks, 0 to {}", full.len() - 1);
                self.wrong(&answer, hint)
            })
        })
    }

    fn begin(&self, state: fourcorners_sim::spec::GcState) -> Option<bool> {
        self.ask(|function| {
            let answer = function.call1((GcState(state),))?;
            let begins = answer.extract::<bool>();
            begins.map_err(|_| self.wrong(&answer, "return True or False".into()))
        })
    }

    /// An answer; `None` if there is none, or the run is to end.
    fn ask<T: PartialEq>(&self, once: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        if self.failure.stop.load(Ordering::Relaxed) {
            return None;
        }
        let answer = Python::attach(|py| {
            let function = self.function.callable.bind(py);
            let answer = once(function)?;
            let twice = self.times.fetch_add(1, Ordering::Relaxed) < ASKED_TWICE;
            if twice && once(function)? != answer {
                return Err(self.differs());
            }
            Ok(answer)
        });
        answer.map_err(|error| self.failure.keep(error)).ok()
    }

    fn wrong(&self, answer: &Bound<'_, PyAny>, hint: String) -> PyErr {
        let answer = match answer.repr() {
            Ok(answer) => answer.to_string(),
            Err(error) => return error,
        };
        let error = format!("the policy {} returned {answer}", self.function.name);
        Error(Message::new(error).hint(hint)).into()
    }

    fn differs(&self) -> PyErr {
        let name = &self.function.name;
        let error = format!("the policy {name} gave two answers to the same question");
        let hint = "compute the answer from the argument alone: a drive is saved and restored \
            without what a policy remembers or draws";
        Error(Message::new(error).hint(hint)).into()
    }
}
