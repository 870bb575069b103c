//! Values of the language as values of Python, and back. Sets are frozen sets, bags counters, cells and tuples tuples,
//! lists lists and maps dicts; where Python wants a hash, in a set or as a key, lists are tuples, and bags and maps the
//! frozen sets of their items.

use crate::place::{At, Opaque};
use fairgame::{Cell, Int, Type, Value};
use num_bigint::BigInt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyList, PyMapping, PyString, PyTuple};

/// A value for Python; `hashed`: it must have a hash.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value, hashed: bool) -> PyResult<Bound<'py, PyAny>> {
    let many = |values: &mut dyn Iterator<Item = &Value>, hashed: bool| {
        values.map(|v| to_python(py, v, hashed)).collect::<PyResult<Vec<_>>>()
    };
    Ok(match value {
        Value::Int(n) => number(py, n)?,
        Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
        Value::Text(t) => PyString::new(py, t).into_any(),
        Value::Case(i, names) => PyString::new(py, names.get(*i as usize).map_or("?", |n| n)).into_any(),
        Value::Cell(c) => py.import("fairgame._values")?.getattr("Cell")?.call1((c.row, c.col))?,
        Value::Tuple(all) => PyTuple::new(py, many(&mut all.iter(), hashed)?)?.into_any(),
        Value::Set(all) => PyFrozenSet::new(py, many(&mut all.iter(), true)?)?.into_any(),
        Value::List(all) if hashed => PyTuple::new(py, many(&mut all.iter(), true)?)?.into_any(),
        Value::List(all) => PyList::new(py, many(&mut all.iter(), false)?)?.into_any(),
        Value::Bag(all) => {
            let items = all.iter().map(|(v, n)| Ok((to_python(py, v, true)?, *n)));
            collected(py, items.collect::<PyResult<Vec<_>>>()?, "Counter", hashed)?
        }
        Value::Map(all) => {
            let items = all.iter().map(|(k, v)| Ok((to_python(py, k, true)?, to_python(py, v, hashed)?)));
            collected(py, items.collect::<PyResult<Vec<_>>>()?, "dict", hashed)?
        }
        Value::Position(p) => Bound::new(py, At::new(p.clone()))?.into_any(),
        Value::Drawing(_) | Value::Function(..) => {
            Bound::new(py, Opaque { value: value.clone() })?.into_any()
        }
    })
}

fn collected<'py, V: IntoPyObject<'py>>(
    py: Python<'py>,
    items: Vec<(Bound<'py, PyAny>, V)>,
    name: &str,
    hashed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if hashed {
        let pairs = items.into_iter().map(|(k, v)| (k, v).into_pyobject(py));
        return Ok(PyFrozenSet::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    let dict = PyDict::new(py);
    for (k, v) in items {
        dict.set_item(k, v)?;
    }
    match name {
        "dict" => Ok(dict.into_any()),
        name => py.import("collections")?.getattr(name)?.call1((dict,)),
    }
}

fn number<'py>(py: Python<'py>, n: &Int) -> PyResult<Bound<'py, PyAny>> {
    if let Some(n) = n.to_i64() {
        return Ok(n.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &n.to_big().to_signed_bytes_le());
    let signed = PyDict::new(py);
    signed.set_item("signed", true)?;
    py.get_type::<pyo3::types::PyInt>().call_method("from_bytes", (bytes, "little"), Some(&signed))
}

/// A value of Python as one of that type; `hashed`: it comes out of a set, or is a key.
pub(crate) fn from_python(given: &Bound<'_, PyAny>, ty: &Type, hashed: bool) -> PyResult<Value> {
    let wrong = || PyTypeError::new_err(format!("{} is needed, and this is {}", ty.phrase(), short(given)));
    let each = |ty: &Type, hashed: bool| -> PyResult<Vec<Value>> {
        let all = given.try_iter().map_err(|_| wrong())?;
        all.map(|v| from_python(&v?, ty, hashed)).collect()
    };
    let is_text = given.is_instance_of::<PyString>();
    let mapping = given.cast::<PyMapping>().ok();
    Ok(match ty {
        Type::Int => Value::Int(int(given).ok_or_else(wrong)?),
        Type::Bool => Value::Bool(given.extract().map_err(|_| wrong())?),
        Type::Text => Value::text(given.extract::<String>().map_err(|_| wrong())?),
        Type::Enum(names) => {
            let name: String = given.extract().map_err(|_| wrong())?;
            let found = names.iter().position(|n| *n == name).ok_or_else(wrong)?;
            Value::Case(found as u32, names.clone())
        }
        Type::Cell => {
            let pair: Vec<i32> = given.extract().map_err(|_| wrong())?;
            let [row, col] = pair[..] else { return Err(wrong()) };
            Value::Cell(Cell { row, col })
        }
        _ if is_text => return Err(wrong()),
        Type::Set(ty) => Value::Set(each(ty, true)?.into_iter().collect()),
        Type::List(ty) => Value::List(each(ty, hashed)?.into_iter().collect()),
        Type::Tuple(types) => {
            let all: Vec<Bound<'_, PyAny>> = given.extract().map_err(|_| wrong())?;
            if all.len() != types.len() {
                return Err(wrong());
            }
            let all = all.iter().zip(types).map(|(v, ty)| from_python(v, ty, hashed));
            Value::Tuple(all.collect::<PyResult<Vec<_>>>()?.into())
        }
        Type::Bag(ty) => match (mapping, hashed) {
            (Some(counts), _) => bag(pairs(&counts.items()?.into_any())?, ty)?,
            (None, true) if given.is_instance_of::<PyFrozenSet>() => bag(pairs(given)?, ty)?,
            (None, _) => counted(each(ty, true)?.into_iter().map(|v| (v, 1)).collect())?,
        },
        Type::Map(key, to) => {
            let items = match mapping {
                Some(map) => pairs(&map.items()?.into_any())?,
                None => pairs(given).map_err(|_| wrong())?,
            };
            let item = |(k, v)| Ok((from_python(&k, key, true)?, from_python(&v, to, hashed)?));
            Value::Map(items.into_iter().map(item).collect::<PyResult<_>>()?)
        }
        Type::Position => {
            let at = given.getattr("_at").unwrap_or_else(|_| given.clone());
            Value::Position(at.cast::<At>().map_err(|_| wrong())?.get().position.clone())
        }
        _ => given.cast::<Opaque>().map_err(|_| wrong())?.get().value.clone(),
    })
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn pairs<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<Pair<'py>>> {
    given.try_iter()?.map(|pair| pair?.extract()).collect()
}

fn bag(counts: Vec<Pair<'_>>, ty: &Type) -> PyResult<Value> {
    let count = |(v, n): Pair<'_>| Ok((from_python(&v, ty, true)?, n.extract()?));
    counted(counts.into_iter().map(count).collect::<PyResult<_>>()?)
}

fn counted(all: Vec<(Value, u64)>) -> PyResult<Value> {
    let mut value = Value::Bag(Default::default());
    if let Value::Bag(bag) = &mut value {
        for (v, n) in all.into_iter().filter(|(_, n)| *n > 0) {
            let count = bag.entry(v).or_insert(0);
            *count = n.checked_add(*count).ok_or_else(|| PyValueError::new_err("too many for a bag"))?;
        }
    }
    Ok(value)
}

/// A whole number, also one of NumPy; `True` is none.
fn int(given: &Bound<'_, PyAny>) -> Option<Int> {
    if given.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(n) = given.extract::<i64>() {
        return (!given.is_instance_of::<pyo3::types::PyFloat>()).then(|| Int::from(n));
    }
    // Of any size, as bytes.
    let bits: u64 = given.call_method0("bit_length").ok()?.extract().ok()?;
    let signed = PyDict::new(given.py());
    signed.set_item("signed", true).ok()?;
    let bytes = given.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&signed)).ok()?;
    Some(Int::from(BigInt::from_signed_bytes_le(bytes.cast::<PyBytes>().ok()?.as_bytes())))
}

fn short(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "something else".into(), |r| r.to_string());
    match text.char_indices().nth(60) {
        Some((i, _)) => format!("{}...", &text[..i]),
        None => text,
    }
}
